"""Reading a flag that another thread may set at any moment."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from naqala.engine.kernels.compiled import kernel


@intrinsic
def _load(typing_context, flags, index):
    """An atomic load of `flags[index]`, the index not checked."""

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]], source_etype=ir.IntType(64))
        return builder.load_atomic(place, "monotonic", 8, typ=ir.IntType(64))

    return types.int64(flags, index), generate


@kernel
def read_flag(flags, index):
    """Reads `flags[index]` (int64) from memory itself, every time it is called.

    The load is atomic: LLVM may neither move it out of a loop nor reuse an earlier value, as it
    may with a plain one.
    """
    # An intrinsic is called without the typing context that its definition names.
    return _load(flags, index)  # type: ignore[call-arg]
