// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Writes Transfer logs of every wrong shape. For tests, which place its code at the token's own address.
contract HostileShapes {
    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");

    /// @notice Logs with four topics like an NFT's, two topics, no data, too much data, and a recipient that is no address.
    function writeLogs(address from, address to) external {
        bytes32 topic = TRANSFER;
        assembly ("memory-safe") {
            mstore(0x00, 1000000)
            log4(0x00, 0x20, topic, from, to, 1)
            log2(0x00, 0x20, topic, from)
            log3(0x00, 0x00, topic, from, to)
            log3(0x00, 0x40, topic, from, to)
            log3(0x00, 0x20, topic, from, or(to, shl(160, 1)))
        }
    }
}
