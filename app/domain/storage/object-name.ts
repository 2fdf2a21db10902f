/** What paths in a bucket look like. */

const keyForm = /^[A-Za-z0-9_/!.*'()&$@=;:+,? -]+$/
const bucketForm = /^[A-Za-z0-9_!.*'()&$@=;:+,? -]{1,100}$/

const longestKey = 1_000

/**
 * Whether a path may be kept: characters of the wire contract, no empty folder, and no `.` or `..`,
 * which someone's program could take for another place.
 */
export function isObjectPath(path: string): boolean {
  if (path.length === 0 || path.length > longestKey || !keyForm.test(path)) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

export const isBucketName = (name: string) =>
  bucketForm.test(name) && name.trim() === name && !/^\.{1,2}$/.test(name)

/** `a/b/c.png` as its first folder and the rest; the rest is empty where there is no folder. */
export function firstFolder(path: string): { folder: string; rest: string } {
  const at = path.indexOf('/')
  return at === -1
    ? { folder: path, rest: '' }
    : { folder: path.slice(0, at), rest: path.slice(at + 1) }
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

/**
 * The name an uploaded picture is kept under: lower case, hyphens for spaces (specification 5), and
 * the ending of what it really is. `Ana's Photo (2).PNG` becomes `anas-photo-2.webp`.
 */
export function imageNameFor(fileName: string, contentType: string): string {
  const base = (fileName.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '')
  const clean = base
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9_-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  return `${clean || 'picture'}.${extensions[contentType] ?? 'bin'}`
}
