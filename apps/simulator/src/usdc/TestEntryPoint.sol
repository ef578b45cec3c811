// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice One operation of a bundle (ERC-4337, entry point 0.7).
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

interface IAccount {
    function validateUserOp(PackedUserOperation calldata operation, bytes32 operationHash, uint256 missingFunds) external returns (uint256);
}

/// @title Validates and executes the operations of a bundle like the entry point, without gas accounting. For tests.
contract TestEntryPoint {
    function handleOps(PackedUserOperation[] calldata operations, address payable) external {
        for (uint256 i = 0; i < operations.length; i++) {
            IAccount account = IAccount(operations[i].sender);
            require(account.validateUserOp(operations[i], getUserOpHash(operations[i]), 0) == 0, "AA24 signature error");
        }
        for (uint256 i = 0; i < operations.length; i++) {
            (bool success,) = operations[i].sender.call(operations[i].callData);
            require(success, "TestEntryPoint: an operation failed");
        }
    }

    function getUserOpHash(PackedUserOperation calldata operation) public view returns (bytes32) {
        return keccak256(abi.encode(operation.sender, operation.nonce, keccak256(operation.callData), address(this), block.chainid));
    }
}
