"""How a kernel is compiled: on its own where Python calls it, as a part where another kernel does.

numba compiles every kernel that another one calls as if Python called it, too: with an entry for Python and one for C,
optimised, and as machine code of its own. Of that the caller uses nothing, since it optimises all that it calls once
more, together with its own code. Here a *part* stops at LLVM's code, and what Python calls is optimised as a whole:
compiling a game takes half the time, and what comes out is quicker.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher

from kibitz.kernel_cache import KernelCache

RESULT: Any = CompileResult  # whose fields numba names where no checker of types looks
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}


class Kernel(CPUDispatcher):
    """A function that Python calls compiled; inside other kernels its part stands for it."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None, **rest: Any) -> None:
        super().__init__(py_func, locals or {}, targetoptions or OPTIONS, **{"pipeline_class": _WholeCompiler, **rest})
        self._cache = KernelCache(py_func)

    @cached_property
    def part(self) -> Any:
        part = Part(self.py_func, {}, {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}, _PartCompiler)
        self._compiling_counter = part._compiling_counter  # by which numba knows that a kernel calls itself
        return part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.part.get_call_template([_widened(kind) for kind in args], kws)

    def get_overload(self, sig: Any) -> Any:
        return self.part.get_overload(sig)

    def add_overload(self, cres: Any) -> None:
        for environment in cres._find_referenced_environments():  # those of its parts, which numba has not set yet
            cres.codegen.set_env(environment.env_name, environment)
        super().add_overload(cres)


def _widened(kind: Any) -> Any:
    """What an argument is compiled as where one kernel calls another: every signed integer alike.

    numba would compile a kernel anew for each constant and each width it is called with, which took up to half of
    a game's first compilation; once a kernel is inlined the machine code is the same.
    """
    kind = types.unliteral(kind)
    return types.int64 if kind in types.signed_domain else kind


class Part(CPUDispatcher):
    """A kernel as LLVM's code, for the kernels that call it."""

    def __init__(self, py_func: Any, *rest: Any) -> None:
        super().__init__(py_func, *rest)
        self._cache = PartCache(py_func)

    def add_overload(self, cres: Any) -> None:
        if cres.entry_point is None:
            # numba knows what can be called by its entry; where there is none any object will do.
            cres = cres._replace(entry_point=cres.library)
            self.targetctx.insert_user_function(cres.library, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres


class PartCache(KernelCache):
    """Parts on disk, since the next process may compile another caller."""

    kind = "part"

    def rebuilt(self, target: Any, saved: Any) -> Any:
        (name, code), fndesc, environment, signature, objectmode, lifted, annotation, reload_init, environments = saved
        for begin in reload_init:
            begin()
        library = PartLibrary.of_bitcode(target.codegen(), name, code)
        return RESULT(
            typing_context=target.typing_context, target_context=target, entry_point=library, typing_error=None,
            type_annotation=annotation, signature=signature, objectmode=objectmode, lifted=lifted, fndesc=fndesc,
            library=library, call_helper=None, environment=environment, metadata=None, reload_init=reload_init,
            referenced_envs=environments,
        )  # fmt: skip


class PartLibrary(JITCodeLibrary):
    """LLVM's code of a kernel and of all it calls."""

    @classmethod
    def of_bitcode(cls, codegen: Any, name: str, code: bytes) -> PartLibrary:
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(code)
        library._finalize_final_module()
        return library

    def _optimize_final_module(self) -> None:
        """Not here: the caller's is, with this inside."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        self._ensure_finalized()
        return self.name, self._final_module.as_bitcode()


class WholeLibrary(JITCodeLibrary):
    """Machine code of a kernel with all its parts inside."""

    def _optimize_final_module(self) -> None:
        # Nobody else calls these copies of its parts, so they may be made for their callers: constants go in, and what
        # has one caller is inlined, which makes players up to 1.7 times as quick.
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()


class _WholeCompiler(Compiler):
    def define_pipelines(self) -> Any:
        state: Any = self.state
        state.library = WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class _PartCompiler(Compiler):
    def define_pipelines(self) -> Any:
        state: Any = self.state
        state.flags = state.flags.copy()
        state.flags.no_compile = True
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()
