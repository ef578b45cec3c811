/** Lets the browser paint and handle input before continuing. Unlike a timer it is not throttled in a hidden window. */
export function yieldToMain(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", resolve);
    port1.start();
    port2.postMessage(null);
  });
}
