/**
 * Photos find their exercise by where they lie: `<Exercise id or name>/0.jpg`, with any folders
 * above.
 */
import { compareTexts } from '#app/values/text-order.ts'

export type PhotoPath = { path: string; folder: string; file: string }

/**
 * The photos among the paths of a folder or an archive, in the order they are added; the rest is no
 * photo of anything.
 */
export function photoPaths<Entry extends { name: string }>(
  entries: readonly Entry[],
): (Entry & PhotoPath)[] {
  return entries
    .flatMap((entry) => {
      const match = /(?:^|\/)([^/]+)\/([^/]+)\.(?:jpe?g|png|webp)$/i.exec(entry.name)
      const [, folder, file] = match ?? []
      // What macOS adds to archives of its own accord.
      if (!folder || !file || entry.name.startsWith('__MACOSX/') || file.startsWith('.')) return []
      return [{ ...entry, path: entry.name, folder, file }]
    })
    .sort((a, b) => compareTexts(a.path, b.path))
}

/** The library shows the start of a movement as 0 and its end as 1. */
export function altFor(exercise: string, file: string): string {
  if (file === '0') return `${exercise}: start`
  return file === '1' ? `${exercise}: finish` : exercise
}
