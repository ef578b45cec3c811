import { useState } from "react";
import { TextLink } from "../../../kit/links.tsx";
import { errorCode } from "../../../lib/api-error.ts";
import { deviceName } from "../../../lib/wagmi-passkey-making.ts";
import type { Passkey } from "../../../lib/passkey.ts";
import { type Inputs, type Outputs, trpc } from "../../../lib/trpc.ts";
import { useSession } from "../../../lib/session.ts";
import { dropWalletCopy, readLostWallet, type WalletCopy } from "../../../lib/wallet-copy.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { DescriptionList, Description } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { RemovePasskeyDialog, RenamePasskeyDialog } from "../../auth/passkeys/passkey-dialogs.tsx";
import { PasskeyList } from "../../auth/passkeys/passkey-list.tsx";
import { walletProblem } from "../wallet-problem.ts";
import { WalletMoney } from "./wallet-money.tsx";

type Own = Outputs["passkeyWallet"]["read"];
type Wallet = NonNullable<Own["wallet"]>;

/** Section of the settings about the account's passkey wallet. Shows nothing where passkey wallets are not offered and the account has none. */
export function PasskeyWalletSection({ canSetUp }: { canSetUp: boolean }) {
  const network = trpc.payments.network.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const own = trpc.passkeyWallet.read.useQuery(undefined, { staleTime: 0 });
  const userId = useSession().user?._id;
  const walletOrigin = network.data?.walletOrigin ?? null;
  const isEmpty =
    own.data === undefined
      ? !own.isError
      : own.data.wallet === null && own.data.ended.length === 0 && (userId === undefined || readLostWallet(userId, own.data) === null);
  if (isEmpty && (walletOrigin === null || !canSetUp)) return null;
  return (
    <Section title="Passkey wallet" ruled>
      {own.data ? (
        <PasskeyWalletCard own={own.data} walletOrigin={walletOrigin} />
      ) : own.isError ? (
        <ErrorState onRetry={() => void own.refetch()} busy={own.isFetching}>
          Your passkey wallet could not be loaded.
        </ErrorState>
      ) : (
        <SkeletonLedger rows={1} />
      )}
    </Section>
  );
}

/** Shows the wallet's address and its passkeys, and wallets that were taken out of use. `walletOrigin` is null where nothing can open the wallet. */
export function PasskeyWalletCard({ own, walletOrigin }: { own: Own; walletOrigin: string | null }) {
  const { wallet, ended } = own;
  const userId = useSession().user?._id;
  const [isForgotten, setIsForgotten] = useState(false);
  const lost = userId === undefined || isForgotten ? null : readLostWallet(userId, own);
  return (
    <Stack>
      {wallet === null && lost !== null ? (
        <Lost wallet={lost} onForgotten={() => setIsForgotten(true)} />
      ) : wallet === null ? (
        <Text>
          Your phone&apos;s or laptop&apos;s own unlock can be your wallet. <TextLink to="/smart-wallet-setup">Set up your wallet</TextLink>
        </Text>
      ) : (
        <InUse wallet={wallet} walletOrigin={walletOrigin} />
      )}
      {ended.map(({ address }) => (
        <Ended key={address} address={address} canReuse={wallet === null} />
      ))}
    </Stack>
  );
}

/** Says that the server has no record of a wallet that this browser knows, and how it is opened again. */
function Lost({ wallet: { address }, onForgotten }: { wallet: WalletCopy; onForgotten: () => void }) {
  const userId = useSession().user?._id;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Alert tone="bad" title="Hearth has lost its record of your wallet">
      <Stack>
        <Text>
          <Hash value={address} shape="detail" what="wallet address" />
        </Text>
        <Text>
          Its money is still there, and this browser has kept what is needed.{" "}
          <TextLink to="/smart-wallet-setup">Set up your wallet</TextLink> and enter your recovery code: the address stays the same.
        </Text>
        <Actions>
          <Button onClick={() => setIsAsking(true)}>I no longer have the code</Button>
        </Actions>
        <Dialog
          small
          open={isAsking}
          onClose={() => setIsAsking(false)}
          title="Forget this wallet here?"
          foot={
            <>
              <Button variant="quiet" onClick={() => setIsAsking(false)}>
                Keep it
              </Button>
              <Button
                variant="danger"
                onClick={() => {
                  if (userId !== undefined) dropWalletCopy(userId);
                  onForgotten();
                }}
              >
                Forget the wallet
              </Button>
            </>
          }
        >
          <Text>No one can open it from this browser any more. What it holds stays there. You can make a new wallet afterwards.</Text>
        </Dialog>
      </Stack>
    </Alert>
  );
}

type Opened = { dialog: "rename" | "remove"; passkey: Passkey } | null;

function InUse({ wallet, walletOrigin }: { wallet: Wallet; walletOrigin: string | null }) {
  const [opened, setOpened] = useState<Opened>(null);
  const rename = trpc.passkeyWallet.renamePasskey.useMutation();
  const remove = trpc.passkeyWallet.removePasskey.useMutation();
  const close = () => setOpened(null);
  return (
    <Stack>
      <DescriptionList>
        <Description label="Address">
          <Hash value={wallet.address} shape="detail" what="wallet address" />
        </Description>
      </DescriptionList>
      <Text>
        These passkeys open it. If you lose them all, only your recovery code does.
        {wallet.passkeys.length === 1 && " Add a second one: on your phone by a QR code, or sign in on another device and add it there."}
      </Text>
      <PasskeyList
        passkeys={wallet.passkeys}
        onRename={(passkey) => setOpened({ dialog: "rename", passkey })}
        onRemove={(passkey) => setOpened({ dialog: "remove", passkey })}
      />
      {walletOrigin !== null && <AddPasskey wallet={wallet} walletOrigin={walletOrigin} />}
      <WalletMoney wallet={wallet} walletOrigin={walletOrigin} />
      {opened?.dialog === "rename" && <RenamePasskeyDialog passkey={opened.passkey} rename={rename.mutateAsync} onClose={close} />}
      {opened?.dialog === "remove" && (
        <RemovePasskeyDialog passkey={opened.passkey} remove={remove.mutateAsync} onClose={close}>
          “{opened.passkey.name}” does not open your wallet any more. The address and the money stay the same. Delete it from your device
          too.
        </RemovePasskeyDialog>
      )}
    </Stack>
  );
}

type Opener = "addPasskey" | "recover";

/**
 * Makes one more passkey for the wallet, which its page opens by a passkey of any device or by the recovery code. A passkey that could not be saved is saved by the
 * next press.
 */
function AddPasskey({ wallet: { address, recoveryWrap, openings }, walletOrigin }: { wallet: Wallet; walletOrigin: string }) {
  const begin = trpc.passkeyWallet.begin.useMutation();
  const add = trpc.passkeyWallet.addPasskey.useMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [opening, setOpening] = useState<Opener | null>(null);
  /** A passkey that was made and that the server does not have yet. */
  const [unsaved, setUnsaved] = useState<Inputs["passkeyWallet"]["addPasskey"] | null>(null);

  async function make(opener: Opener): Promise<Inputs["passkeyWallet"]["addPasskey"]> {
    const passkey = await begin.mutateAsync();
    const { askWallet } = await import("../../wallet-page/ask-wallet.ts");
    if (opener === "recover") {
      const name = deviceName(navigator.userAgent);
      return { name, ...(await askWallet<"recover">(walletOrigin, { method: "recover", address, wrap: recoveryWrap, passkey })) };
    }
    const known = openings.map(({ credentialId, wrap }) => ({ credentialId, wrap }));
    // It can be on this device or on another one.
    const name = `Passkey ${openings.length + 1}`;
    return { name, ...(await askWallet<"addPasskey">(walletOrigin, { method: "addPasskey", address, openings: known, passkey })) };
  }

  async function open(opener: Opener) {
    setFailure(null);
    setOpening(opener);
    try {
      const made = unsaved ?? (await make(opener));
      setUnsaved(made);
      await add.mutateAsync(made);
      setUnsaved(null);
      toast.success("The new passkey opens your wallet now");
    } catch (error) {
      const code = errorCode(error);
      if (code !== null && code !== "STEP_UP_REQUIRED" && code !== "INTERNAL") setUnsaved(null);
      setFailure(walletProblem(error).message);
    } finally {
      setOpening(null);
    }
  }

  return (
    <Stack>
      {failure !== null && <Alert tone="bad" title={failure} announce />}
      <Actions>
        <Button busy={opening === "addPasskey"} disabled={opening === "recover"} onClick={() => void open("addPasskey")}>
          Add a passkey to this wallet
        </Button>
        <Button variant="quiet" busy={opening === "recover"} disabled={opening === "addPasskey"} onClick={() => void open("recover")}>
          Open on this device with the recovery code
        </Button>
      </Actions>
    </Stack>
  );
}

/** Shows a wallet that was deleted, or taken out of use when the account was taken back. Its owner can put it back. */
function Ended({ address, canReuse }: { address: string; canReuse: boolean }) {
  const reuse = trpc.passkeyWallet.reuse.useMutation();
  const [failure, setFailure] = useState<string | null>(null);

  async function putBack() {
    setFailure(null);
    try {
      await reuse.mutateAsync({ address });
      toast.success("Your wallet is in use again");
    } catch (error) {
      setFailure(walletProblem(error).message);
    }
  }

  return (
    <Alert tone="waiting" title="A passkey wallet of yours is not in use">
      <Stack>
        {failure !== null && <Alert tone="bad" title={failure} announce />}
        <Text>
          <Hash value={address} shape="detail" what="wallet address" />
        </Text>
        <Text>
          It was deleted, or taken out of use when you took your account back. If you made it yourself, nothing in it is lost. If you did
          not, the person who did can take what you send to it.
          {!canReuse && " You use another passkey wallet now."}
        </Text>
        {canReuse && (
          <Actions>
            <Button busy={reuse.isPending} onClick={() => void putBack()}>
              I made it, use it again
            </Button>
          </Actions>
        )}
      </Stack>
    </Alert>
  );
}
