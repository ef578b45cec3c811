// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IPullable {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// @title Writes logs that look exactly like USDC's, from its own address. For tests.
contract HostileLogs {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    /// @notice Logs a payment that never happened, correct in everything except the emitting contract.
    function pretendPayment(address from, address to, uint256 value, bytes32 nonce) external {
        emit AuthorizationUsed(from, nonce);
        emit Transfer(from, to, value);
    }

    /// @notice Makes a real transfer directly after logging an authorization that the token does not know.
    function pretendAuthorization(address token, address from, address to, uint256 value, bytes32 nonce) external {
        emit AuthorizationUsed(from, nonce);
        IPullable(token).transferFrom(from, to, value);
    }
}
