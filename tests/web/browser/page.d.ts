// For make page-types: what the page asks of an event's target it asks of an element.
interface EventTarget {
  closest(selector: string): HTMLElement | null;
}
