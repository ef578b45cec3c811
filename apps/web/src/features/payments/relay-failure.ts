const sentences: Record<string, string> = {
  expired: "The signature ran out before the network took it.",
  balance: "The wallet did not hold enough USDC when the network looked.",
  paused: "USDC transfers were paused when the network looked.",
  signature: "The network did not accept this wallet's signature.",
  gas: "Paying without a network fee is not available at the moment.",
  alreadyPaid: "The money had already arrived in another way.",
  cancelled: "The payment was cancelled first.",
};

/** Why a signed payment was not brought to the chain, in words. Nothing has moved then. */
export function relayFailureSentence(failure: string): string {
  return sentences[failure] ?? "The network did not take the signed payment.";
}
