import { brotliCompressSync, constants } from 'node:zlib'

/** Bytes of a page as it is sent: brotli of quality 4, which the budgets are told in. */
export const weightOf = (html: string): number =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length
