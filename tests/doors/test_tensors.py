"""Tensors over the memory of the batches."""

import gymnasium
import pytest

import kibitz.doors.gymnasium  # noqa: F401 - registers
from kibitz.doors.tensors import TensorEnvironment, torch_tensor


def test_a_tensor_shares_its_memory():
    env = gymnasium.make_vec("kibitz/Yacht-v0", num_envs=3)
    seen, _ = env.reset(seed=1)
    tensor = torch_tensor(seen)
    assert tensor.data_ptr() == seen.ctypes.data
    assert tensor.shape == (3, env.unwrapped.tables.spec.size)


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
