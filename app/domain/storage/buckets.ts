/** The two buckets of the product: pictures that anyone may see, and everything else. */
export const imageBucket = 'Images'
export const fileBucket = 'Files'

/** Where a page keeps pictures below a folder of a studio: portraits of people are not for everybody. */
export const bucketOfFolder = (folder: string) => (folder === 'people' ? fileBucket : imageBucket)

/**
 * No file of any bucket is larger. It is held in memory while it is judged, and a Worker has 128
 * MB.
 */
export const largestFile = 20 * 1024 * 1024

/** What an account may keep in its own folder, over all buckets. */
export const ownFolderBytes = 100 * 1024 * 1024

/** How long an answer may be kept where nobody says otherwise, in seconds (specification 9). */
export const cacheSeconds = 3_600
