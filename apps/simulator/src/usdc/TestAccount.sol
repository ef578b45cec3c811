// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccount, PackedUserOperation} from "./TestEntryPoint.sol";

/// @title A contract wallet that the entry point drives, with one owner who signs its operations (ERC-4337). For tests.
contract TestAccount is IAccount {
    address private constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;
    address public immutable owner;
    uint256 public nonce;

    constructor(address owner_) {
        owner = owner_;
    }

    function validateUserOp(PackedUserOperation calldata operation, bytes32 operationHash, uint256) external returns (uint256) {
        _requireEntryPoint();
        require(operation.nonce == nonce++, "AA25 invalid account nonce");
        return _signer(operationHash, operation.signature) == owner ? 0 : 1;
    }

    function execute(address target, bytes calldata data) external {
        _requireEntryPoint();
        (bool success,) = target.call(data);
        require(success, "TestAccount: call failed");
    }

    function _requireEntryPoint() private view {
        require(msg.sender == ENTRY_POINT, "TestAccount: not the entry point");
    }

    function _signer(bytes32 digest, bytes calldata signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        return ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
    }
}
