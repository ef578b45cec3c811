const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endLength = 22;
const entryLength = 46;
const longestComment = 0xffff;

const maxEntries = 2_000;
const maxUnpackedBytes = 50 * 1024 * 1024;

/**
 * The names in a zip file's directory, read without unpacking anything. Null for what is no plain zip file, or for one that says it holds
 * more than 2,000 entries or 50 MB unpacked: whoever opens the document later should not meet a bomb.
 */
export function readZipDirectory(file: Buffer): string[] | null {
  const end = findEnd(file);
  if (end === null) return null;
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  if (count > maxEntries) return null;
  const names: string[] = [];
  let unpacked = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > end || file.readUInt32LE(at) !== entryMark) return null;
    const nameLength = file.readUInt16LE(at + 28);
    const rest = file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    unpacked += file.readUInt32LE(at + 24);
    if (unpacked > maxUnpackedBytes) return null;
    names.push(file.toString("utf8", at + entryLength, at + entryLength + nameLength));
    at += entryLength + nameLength + rest;
  }
  return names;
}

/** Where the directory's end record begins: the last of them, at most one comment away from the end of the file. */
function findEnd(file: Buffer): number | null {
  const first = Math.max(0, file.length - endLength - longestComment);
  for (let at = file.length - endLength; at >= first; at -= 1) {
    if (file.readUInt32LE(at) === endMark && at + endLength + file.readUInt16LE(at + 20) === file.length) return at;
  }
  return null;
}
