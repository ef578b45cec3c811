// Preloaded into every part that the launcher starts (`node --import`): when the launcher is gone, in whatever way, the channel to
// it closes, and the part ends itself as if it had been asked to, in order first and after ten seconds in any case.
if (process.channel !== undefined) {
  process.channel.unref();
  process.on("disconnect", () => {
    setTimeout(() => process.exit(1), 10_000).unref();
    process.kill(process.pid, "SIGTERM");
  });
}

export {};
