import { useEffect, useState } from "react";
import { ownPasskeyWalletSupport } from "../../../lib/passkey-wallet-support.ts";
import { server } from "../../../lib/server.ts";

/** `walletOrigin`: the origin of the page that makes and shows passkeys; null where this browser or this server cannot. */
export interface TouchPage {
  walletOrigin: string | null;
  /** True where the page is shown inside another app, whose browser cannot use passkeys. */
  isInsideApp: boolean;
}

const nowhere: TouchPage = { walletOrigin: null, isInsideApp: false };

async function findTouchPage(): Promise<TouchPage> {
  const support = await ownPasskeyWalletSupport();
  if (support === "impossible") return nowhere;
  const { trpcClient } = await server();
  const { walletOrigin } = await trpcClient.payments.network.query();
  return support === "possible" ? { walletOrigin, isInsideApp: false } : { walletOrigin: null, isInsideApp: walletOrigin !== null };
}

/** Returns where a person can go on by Face ID, fingerprint or PIN. Undefined while the browser and the server are asked. */
export function useTouchPage(): TouchPage | undefined {
  const [page, setPage] = useState<TouchPage>();
  useEffect(() => {
    let isShown = true;
    const take = (found: TouchPage) => isShown && setPage(found);
    findTouchPage().then(take, () => take(nowhere));
    return () => {
      isShown = false;
    };
  }, []);
  return page;
}
