import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Where bytes lie, and what reads and writes pictures. */
export type Media = { media: R2Bucket; images: ImagesBinding }

/** Work of a studio that reads or writes files. */
export type MediaContext = StudioContext & Media

/** Bytes as the reader of images takes them. */
export const streamOf = (bytes: Uint8Array) =>
  new Response(bytes as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>
