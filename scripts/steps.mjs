// Plain JavaScript: the first step runs before a Node version that understands TypeScript is installed.

/**
 * Prints `2/7 Starting PostgreSQL ...` at once, and the time it took when `done` is called. On a terminal `note` shows progress in between.
 * @param {number} number
 * @param {number} total
 * @param {string} title
 * @param {NodeJS.WriteStream} [stream] standard error for a program whose standard output is data
 */
export function startStep(number, total, title, stream = process.stdout) {
  const terminal = stream.isTTY === true;
  const started = Date.now();
  const line = `${number}/${total} ${title} ...`;
  stream.write(line);
  /** @param {string} text */
  const end = (text) => stream.write(terminal ? `\r\u001b[K${line} ${text}\n` : ` ${text}\n`);
  return {
    /** @param {string} text the progress so far */
    note(text) {
      if (terminal) stream.write(`\r\u001b[K${line} ${text}`);
    },
    /** @param {string} [remark] printed in brackets after the time */
    done(remark) {
      end(`${seconds(Date.now() - started)}${remark === undefined ? "" : ` (${remark})`}`);
    },
    failed() {
      end("failed");
    },
  };
}

/**
 * Formats a duration: `0.4 s`, `22 s`, `1 min 5 s`.
 * @param {number} milliseconds
 */
export function seconds(milliseconds) {
  if (milliseconds < 9950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const whole = Math.round(milliseconds / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
