// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IToken {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// @title Makes two transfers in one transaction, with the caller's money. For tests.
contract PayTwice {
    function pay(address token, address first, address second, uint256 value) external {
        IToken(token).transferFrom(msg.sender, first, value);
        IToken(token).transferFrom(msg.sender, second, value);
    }
}
