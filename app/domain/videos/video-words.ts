/** How videos are told. Pure. */
import type { VideoAccess } from '#app/db/studio/day/videos-words.ts'
import { largestVideoMb } from './judge-video.ts'
import { clockOf } from './web-vtt.ts'

/** Videos of one page of the desk's list. */
export const videosShown = 100

export const accessWords: Record<VideoAccess, string> = {
  everyone: 'Everyone who has joined',
  holders: 'Everyone with a membership or credits',
  plan: 'Everyone with one of some plans',
  level: 'Everyone at a level, or above it',
}

/** Why a video or its file is not kept. */
export const videoRefusals = {
  too_large: `It is larger than ${largestVideoMb} MB. Export it smaller, or in parts.`,
  no_video: 'This is no MP4 or WebM video, whatever its name says. Export it as one of the two.',
  quota_full: 'Your room for files is used up. Delete files or videos you no longer need.',
  no_file: 'Choose a video file.',
  no_such_exercise: 'There is no exercise of that name. Write it as in the library.',
  no_such_plan: 'Choose plans of the list.',
  no_such_level: 'Choose a level of the list.',
  part: 'This part is not of the size that was said. Choose the file again.',
  other_file: 'Another file was begun meanwhile. Choose yours again.',
  incomplete: 'Some parts have not arrived yet. Choose the same file to go on.',
  linked: 'It is watched elsewhere, so it has no file here.',
} as const

/** Who may watch it, for those who may not: `With Unlimited or Aerial 8`, `From Pole 2`. */
export function lockWords(access: VideoAccess, plans: readonly string[], level: string): string {
  if (access === 'holders') return 'With a membership or credits'
  if (access === 'plan') return `With ${plans.join(' or ')}`
  return access === 'level' ? `From ${level || 'a level that no longer exists'} on` : ''
}

/** `12:30`, or nothing where nobody said how long it is. */
export const lengthOf = (seconds: number): string => (seconds > 0 ? clockOf(seconds) : '')
