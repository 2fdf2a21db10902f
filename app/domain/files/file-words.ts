/** How files are told. Pure. */
import type { FileAudience } from '#app/db/studio/day/files-words.ts'
import { largestFileMb } from './judge-file.ts'

/** `1.2 MB`, `340 kB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

export const audienceWords: Record<FileAudience, string> = {
  staff: 'Everyone at work',
  coaches: 'Coaches',
  members: 'Members too',
  person: 'One person',
}

/** Why a file is not kept. */
export const fileRefusals = {
  too_large: `It is larger than ${largestFileMb} MB. Choose a smaller file.`,
  type_not_allowed:
    'This kind of file can’t be kept. PDF, pictures, music, video, office files without macros and plain text can.',
  quota_full: 'Your room for files is used up. Delete files you no longer need.',
  no_such_folder: 'Choose a folder of the list.',
  no_such_person: 'Choose a person of the list.',
  signed: 'It is signed, and nothing signed is ever deleted or replaced.',
  no_file: 'Choose a file.',
} as const
