const heading = "Hearth passkey wallet\n";

/** True for a text that could be a proof. The wallet's page signs one only where it made a passkey itself. */
export function isWalletProofText(text: string): boolean {
  return text.startsWith(heading);
}

/**
 * Returns the text that a wallet's key signs in the ceremony that makes a passkey. It proves to Hearth that whoever made the passkey can open the wallet. The
 * challenge is WebAuthn's, so the signature serves one account, once.
 */
export function walletProofText({ address, challenge }: { address: string; challenge: string }): string {
  return `${heading}\nThis proves that a new passkey opens the wallet ${address}. It costs nothing.\n\nChallenge: ${challenge}`;
}
