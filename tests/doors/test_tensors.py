"""Tensors over the memory of the batches."""

import gymnasium
import pytest

import kibitz.doors.gymnasium  # noqa: F401 - registers
from kibitz.doors.tensors import LIBRARIES, TensorEnvironment

ADDRESS = {"torch": lambda tensor: tensor.data_ptr(), "jax": lambda array: array.unsafe_buffer_pointer()}


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_a_tensor_shares_its_memory(library):
    pytest.importorskip(library)
    env = gymnasium.make_vec("kibitz/Yacht-v0", num_envs=3)
    seen, info = env.reset(seed=1)
    for batch in (seen, info["action_mask"]):
        tensor = LIBRARIES[library](batch)
        assert ADDRESS[library](tensor) == batch.ctypes.data
        assert tensor.shape == batch.shape


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_what_is_kept_stays_as_it_is(library):
    pytest.importorskip(library)
    env = TensorEnvironment(gymnasium.make_vec("kibitz/Yacht-v0", num_envs=3), library)
    seen, info = env.reset(seed=1)
    kept = []
    for _ in range(20):
        kept.append((seen, seen.__array__().copy()))
        seen, *_, info = env.step(info["action_mask"].argmax(1))
    assert all((tensor.__array__() == copy).all() for tensor, copy in kept)


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_an_environment_of_tensors_plays_as_one_of_arrays(library):
    pytest.importorskip(library)
    arrays = gymnasium.make_vec("kibitz/Yacht-v0", num_envs=3, opponent="greedy")
    tensors = TensorEnvironment(gymnasium.make_vec("kibitz/Yacht-v0", num_envs=3, opponent="greedy"), library)
    (seen, info), (tensor, told) = arrays.reset(seed=2), tensors.reset(seed=2)
    for _ in range(40):
        assert (seen == tensor.__array__()).all()
        seen, rewards, over, _, info = arrays.step(info["action_mask"].argmax(axis=1))
        tensor, paid, ended, _, told = tensors.step(told["action_mask"].argmax(1))
        assert (rewards == paid.__array__()).all() and (over == ended.__array__()).all()
    with pytest.raises(ValueError, match="one of torch, jax"):
        TensorEnvironment(arrays, "tensorflow")
