import { testWalletKey } from "@hearth/chain/test-wallet";
import type { Database } from "@hearth/db/client";
import { makeMerchant, makeUser, makeWallet, productPasswordHash } from "@hearth/db/testing/factories";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { LocalChain } from "@hearth/simulator/local-chain";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

/** A person who owes rent, with the money for it in their own wallet. */
export interface Payer {
  email: string;
  account: PrivateKeyAccount;
  cents: number;
}

/** A landlord and all their payers. */
export interface Tenancy {
  landlordEmail: string;
  payeeAddress: `0x${string}`;
  payers: Payer[];
}

const blockSeconds = 2;

/** Creates a landlord and payers. Mines a block for each transaction while it funds their wallets. */
export async function makeTenancy(db: Database, chain: LocalChain, count: number): Promise<Tenancy> {
  const payeeAddress = privateKeyToAccount(generatePrivateKey()).address;
  const slow = { passwordHash: productPasswordHash }; // signing in is part of the measurement
  const owner = await makeUser(db, { role: "merchant", ...slow });
  const { merchant } = await makeMerchant(db, { payeeAddress, ownerUserId: owner.id });
  const payers: Payer[] = [];
  await chain.automine(true);
  for (let number = 0; number < count; number++) {
    const user = await makeUser(db, { enrolledMerchantId: merchant.id, enrolledAt: new Date(), ...slow });
    const account = privateKeyToAccount(testWalletKey(user.id));
    const cents = 90_000 + number;
    await makeWallet(db, { userId: user.id, address: account.address });
    await chain.mintUsdc(account.address, centsToUsdcUnits(cents));
    payers.push({ email: user.email, account, cents });
  }
  await chain.automine(false);
  await chain.intervalMining(blockSeconds);
  return { landlordEmail: owner.email, payeeAddress, payers };
}
