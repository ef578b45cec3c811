// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A contract wallet that accepts every signature, after burning all gas that it is given. For tests.
contract GreedyWallet {
    uint256 private constant APPETITE = 5_000_000;

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 begun = gasleft();
        bytes32 busy;
        while (begun - gasleft() < APPETITE) busy = keccak256(abi.encode(busy));
        return 0x1626ba7e;
    }
}
