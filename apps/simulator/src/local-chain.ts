import { freePort } from "@hearth/processes/free-port";
import { type ArchivedBlock, readArchivedBlock } from "./anvil/block-archive.ts";
import { createAnvilClient } from "./anvil/client.ts";
import { type ChainControls, createControls } from "./anvil/controls.ts";
import { keepAlive } from "./anvil/keep-alive.ts";
import { startAnvil } from "./anvil/process.ts";
import { archivePath } from "./anvil/state-file.ts";
import { demoMnemonic } from "./demo-accounts.ts";

/** How a local chain is started. */
export interface LocalChainOptions {
  /** Default: a free one. */
  port?: number;
  /** Seconds between blocks, default 2 as on Base. */
  blockTimeSeconds?: number;
  /** No blocks but those that are asked for. For tests. */
  manual?: boolean;
  /** A file that keeps the chain over restarts. Without it the chain is gone when it stops. */
  statePath?: string;
  /** The time of the first block of a new chain, default now. */
  timestamp?: Date;
  /** The number of the first block of a new chain, default 0. */
  firstBlock?: number;
  /** The `safe` block lies this many blocks behind the newest, default 32. */
  slotsInAnEpoch?: number;
  /** With `statePath`: of the blocks that nothing happened in so many of the newest stay on the chain when it starts, default 1,000. */
  keptBlocks?: number;
  /** With `statePath`: after so many blocks it is started again in between, default 750. */
  renewAfterBlocks?: number;
}

/** A chain of one's own, with USDC's stand-in in its place. */
export interface LocalChain extends ChainControls {
  readonly rpcUrl: string;
  readonly port: number;
  /** Of anvil itself; another one after anvil had to be started again. */
  readonly pid: number;
  /** A block that nothing happened in and that the chain itself has let go; null where there is none. */
  archivedBlock(number: bigint): Promise<ArchivedBlock | null>;
  /** Saves the chain, if it is kept, and leaves no process behind. */
  stop(): Promise<void>;
}

/**
 * Starts a chain (anvil, chain id 84532) with USDC's stand-in at the address of Base Sepolia's USDC.
 *
 * With `statePath` it goes on where it was. Its state is saved every second or so, and anvil is started again should it
 * be killed; then the blocks since the last save are lost, which looks like a reorganisation from outside. It is started again in between, too, without
 * losing anything: what it holds in memory stays bounded, and what nothing happened in is read by `archivedBlock`.
 */
export async function startLocalChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  const port = options.port ?? (await freePort());
  const rpcUrl = `http://127.0.0.1:${port}`;
  const client = createAnvilClient(rpcUrl);
  const blockTimeSeconds = options.manual === true ? null : (options.blockTimeSeconds ?? 2);
  const controls = createControls(client, blockTimeSeconds);
  const statePath = options.statePath ?? null;
  const anvil = await keepAlive({
    statePath,
    keptBlocks: options.keptBlocks ?? keptBlocks,
    renewAfterBlocks: options.renewAfterBlocks ?? renewAfterBlocks,
    blockTimeSeconds,
    start: (loadState) => startAnvil(port, anvilOptions(options, loadState)),
    client,
    prepare: controls.placeContracts,
  });
  return {
    ...controls,
    rpcUrl,
    port,
    get pid() {
      return anvil.pid();
    },
    archivedBlock: (number) => (statePath === null ? Promise.resolve(null) : readArchivedBlock(archivePath(statePath), number)),
    stop: anvil.stop,
  };
}

/** Deep enough for every reorganisation a test makes. With a block every two seconds anvil keeps 1,500 states instead, whatever it is told. */
const keptStates = 256;
/** Half an hour of blocks. */
const keptBlocks = 1_000;
/** Each kept state costs memory, and more the longer anvil has run: 54 MB after 500 blocks, 148 MB after 1,000 and 469 MB after 2,000. */
const renewAfterBlocks = 750;

function anvilOptions(options: LocalChainOptions, loadState: string | null): string[] {
  const { manual = false, blockTimeSeconds = 2, slotsInAnEpoch = 32, timestamp, firstBlock = 0 } = options;
  const chain = ["--chain-id", "84532", "--mnemonic", demoMnemonic, "--prune-history", String(keptStates)];
  const blocks = manual ? ["--no-mining"] : ["--block-time", String(blockTimeSeconds)];
  const finality = ["--slots-in-an-epoch", String(slotsInAnEpoch)];
  const time = timestamp === undefined ? [] : ["--timestamp", String(Math.floor(timestamp.getTime() / 1000))];
  const genesis = ["--number", String(firstBlock), ...time];
  return [...chain, ...blocks, ...finality, ...(loadState === null ? genesis : ["--load-state", loadState])];
}
