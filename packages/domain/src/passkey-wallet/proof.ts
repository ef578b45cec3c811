/**
 * Returns the text that a wallet's key signs in the ceremony that makes a passkey. It proves to Hearth that whoever made the passkey can open the wallet. The
 * challenge is WebAuthn's, so the signature serves one account, once.
 */
export function walletProofText({ address, challenge }: { address: string; challenge: string }): string {
  return `Hearth passkey wallet\n\nThis proves that a new passkey opens the wallet ${address}. It costs nothing.\n\nChallenge: ${challenge}`;
}
