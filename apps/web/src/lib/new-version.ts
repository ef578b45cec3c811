/** Header of the server's answers with the build that it serves. */
const header = "hearth-build";

/** Knows from the server's answers whether it serves another build than this page's. `ownBuild`: empty where the page has none. */
export function createNewVersion(ownBuild: () => string) {
  const listeners = new Set<() => void>();
  let isReady = false;
  const notice = ({ headers }: Pick<Response, "headers">): void => {
    const served = headers.get(header);
    const own = ownBuild();
    if (isReady || served === null || own === "" || served === own) return;
    isReady = true;
    for (const listener of listeners) listener();
  };
  return {
    isReady: (): boolean => isReady,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Compares the build of an answer with this page's. Stays ready: another process may still serve the build of this page. */
    notice,
    /** Asks the server once, because a file of this page did not come. */
    check(): void {
      if (!isReady && ownBuild() !== "") fetch("/", { method: "HEAD" }).then(notice, () => undefined);
    },
  };
}

export type NewVersion = ReturnType<typeof createNewVersion>;

export const newVersion = createNewVersion(() => document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "");
