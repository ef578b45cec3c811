import type { AppRouter } from "@hearth/server/router";
import { type OperationLink, type OperationResultEnvelope, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";

/** The code of a link could not be loaded, for example without a network. */
export class LinkNotLoaded extends Error {
  constructor(cause: unknown) {
    super("The connection could not be prepared", { cause });
    this.name = "LinkNotLoaded";
  }
}

type Failure = TRPCClientError<AppRouter>;

/**
 * Creates a link whose code is loaded with the first call. If loading fails, that call ends with LinkNotLoaded and the next one tries
 * again.
 */
export function loadedLink(load: () => Promise<TRPCLink<AppRouter>>): TRPCLink<AppRouter> {
  return (runtime) => {
    let link: OperationLink<AppRouter> | undefined;
    return (call) =>
      observable<OperationResultEnvelope<unknown, Failure>, Failure>((observer) => {
        let isOver = false;
        let stop = () => {};
        const begin = (loaded: OperationLink<AppRouter>) => {
          link = loaded;
          if (isOver) return;
          const subscription = loaded(call).subscribe(observer);
          stop = () => subscription.unsubscribe();
        };
        if (link) begin(link);
        else {
          load().then(
            (loaded) => begin(loaded(runtime)),
            (cause: unknown) => observer.error(TRPCClientError.from(new LinkNotLoaded(cause))),
          );
        }
        return () => {
          isOver = true;
          stop();
        };
      });
  };
}
