/** Parts of a browser that decide whether a passkey can open a wallet. */
interface Surroundings {
  userAgent: string;
  credential: {
    getClientCapabilities?: () => Promise<Record<string, boolean>>;
    isUserVerifyingPlatformAuthenticatorAvailable(): Promise<boolean>;
  } | null;
}

/** `insideApp`: the page is shown inside another app, whose browser cannot use passkeys. */
export type PasskeyWalletSupport = "possible" | "insideApp" | "impossible";

/** Browsers inside other apps: Android's WebView, those that name their app, and on iOS everything that does not say Safari. */
const insideApps = /; wv\)|\b(FBAN|FBAV|FB_IAB|Instagram|Line|Snapchat|Twitter|LinkedInApp|MicroMessenger|GSA|TikTok|BytedanceWebview)\b/;

function isInsideApp(userAgent: string): boolean {
  return insideApps.test(userAgent) || (/iPhone|iPad|iPod/.test(userAgent) && !/Safari\//.test(userAgent));
}

/** Decides whether this browser can use a passkey wallet: passkeys, an authenticator of this device or a phone beside it, and the PRF extension. */
export async function passkeyWalletSupport({ userAgent, credential }: Surroundings): Promise<PasskeyWalletSupport> {
  if (isInsideApp(userAgent)) return "insideApp";
  if (credential === null) return "impossible";
  const capabilities = (await credential.getClientCapabilities?.().catch(() => undefined)) ?? {};
  if (capabilities["extension:prf"] === false) return "impossible";
  const hasPlatform = await credential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
  return hasPlatform || capabilities["hybridTransport"] === true ? "possible" : "impossible";
}

/** Returns the support of this browser. */
export function ownPasskeyWalletSupport(): Promise<PasskeyWalletSupport> {
  return passkeyWalletSupport({
    userAgent: navigator.userAgent,
    credential: typeof PublicKeyCredential === "undefined" ? null : PublicKeyCredential,
  });
}
