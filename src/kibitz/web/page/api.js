// Talking to the server. Two things can go wrong: it cannot be reached, or it says no and why.

/** The server could not be reached. */
export class Unreachable extends Error {}

/** The server said no; `message` is its reason, one sentence. */
export class Refused extends Error {
  constructor(status, reason, body) { super(reason); this.status = status; this.body = body; }
}

async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method, credentials: 'same-origin', cache: 'no-store',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    throw new Unreachable('the server cannot be reached', { cause: error });
  }
  const isJson = (answer.headers.get('Content-Type') ?? '').includes('json');
  const content = isJson ? await answer.json() : await answer.text();
  if (answer.ok) return content;
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new Unreachable('the server is not ready');
  const reason = content?.error ?? content?.detail ?? content;
  throw new Refused(answer.status, typeof reason === 'string' ? reason : 'The server did not understand that.', content);
}

export const get = (path) => call('GET', path);
export const post = (path, body = {}) => call('POST', path, body);
export const patch = (path, body) => call('PATCH', path, body);
