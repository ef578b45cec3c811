// Plain JavaScript, because the first step runs before the Node version that understands TypeScript is installed.

const terminal = process.stdout.isTTY === true;

/**
 * Prints `2/7 Starting PostgreSQL ...` at once, and the duration when `done` is called. On a terminal `note` shows the progress meanwhile.
 * @param {number} number
 * @param {number} total
 * @param {string} title
 */
export function startStep(number, total, title) {
  const started = Date.now();
  const line = `${number}/${total} ${title} ...`;
  process.stdout.write(line);
  /** @param {string} text */
  const end = (text) => process.stdout.write(terminal ? `\r\u001b[K${line} ${text}\n` : ` ${text}\n`);
  return {
    /** @param {string} text what happens now */
    note(text) {
      if (terminal) process.stdout.write(`\r\u001b[K${line} ${text}`);
    },
    /** @param {string} [remark] what is worth knowing about it */
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
