import type { StudioContext } from '#app/domain/studios/contexts.ts'

/** Work that reads or writes files: the bucket of the Worker, and its reader of images. */
export type MediaContext = StudioContext & { media: R2Bucket; images: ImagesBinding }
