// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A contract wallet with one owner, who signs for it (ERC-1271). For tests.
contract TestSmartWallet {
    address public immutable owner;
    uint256 public nonce;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return _signer(digest, signature) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    /// @notice The owner acts directly.
    function execute(address target, bytes calldata data) external {
        require(msg.sender == owner, "TestSmartWallet: not the owner");
        _call(target, data);
    }

    /// @notice Anybody may submit a call that the owner signed, and may append calldata, which is not checked.
    function executeSigned(address target, bytes calldata data, bytes calldata signature) external {
        bytes32 digest = keccak256(abi.encode(address(this), block.chainid, nonce++, target, data));
        require(_signer(digest, signature) == owner, "TestSmartWallet: not signed by the owner");
        _call(target, data);
    }

    function _call(address target, bytes calldata data) private {
        (bool success,) = target.call(data);
        require(success, "TestSmartWallet: call failed");
    }

    function _signer(bytes32 digest, bytes calldata signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        return ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
    }
}

/// @title Creates such wallets at addresses known in advance (CREATE2), so that undeployed ones can sign (ERC-6492).
contract TestSmartWalletFactory {
    function create(address owner) external returns (address) {
        return address(new TestSmartWallet{salt: bytes32(0)}(owner));
    }

    function addressOf(address owner) external view returns (address) {
        bytes32 codeHash = keccak256(abi.encodePacked(type(TestSmartWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), codeHash)))));
    }
}
