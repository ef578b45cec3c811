/**
 * Signs records on the local network: the well-known key of a development chain's tenth account. FOR THE LOCAL CHAIN ONLY. Anybody can sign
 * with it, and the page that checks such a record says so.
 */
export const demoRecordKey = "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6" as const;
