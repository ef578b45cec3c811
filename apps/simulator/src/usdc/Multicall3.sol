// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The one Multicall3 function that the relayer calls, with the behaviour of every public network.
/// The original: https://github.com/mds1/multicall3
contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 place = 0; place < calls.length; place++) {
            Call3 calldata call = calls[place];
            (bool success, bytes memory answer) = call.target.call(call.callData);
            require(success || call.allowFailure, "Multicall3: call failed");
            returnData[place] = Result(success, answer);
        }
    }
}
