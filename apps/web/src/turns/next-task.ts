/** Lets the browser draw and answer presses before what follows. Unlike a timer it is not held back in a window behind others. */
export function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", resolve);
    port1.start();
    port2.postMessage(null);
  });
}
