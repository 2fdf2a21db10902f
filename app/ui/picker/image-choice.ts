/** What an image picker holds and shows. Pure: the component only tells what happened. */

/** A file, an address, or what is stored with its name; the last is how a form comes back. */
export type ImageValue = File | string | StoredImage | null

export type StoredImage = {
  name: string
  url: string
  /** What a form posts for it; the address where there is none. */
  path?: string
}

/** What an upload answers, as the specification has it. */
export type UploadedImage = {
  folder: string
  bucket: string
  name: string
  path: string
  url: string
  alt: string
}

export const imagePrompts = { select: 'Select an image', none: 'No image selected' }

/**
 * `url` is null until there is something to see; `kept` is what the form posts for it, empty while
 * it is a file.
 */
type Chosen = { kind: 'chosen'; name: string; url: string | null; kept: string }

/** `before` is what was chosen before an upload: it stays until another picture is stored. */
export type ImageState =
  | { kind: 'empty' }
  | { kind: 'loading'; name: string; turn: number; before: Chosen | null }
  | Chosen
  | { kind: 'failed'; name: string; sentence: string; before: Chosen | null }

/** `turn` numbers the uploads of a picker: only the newest is waited for. */
export type ImageEvent =
  | { type: 'upload'; name: string; turn: number }
  | { type: 'uploaded'; image: UploadedImage; turn: number }
  | { type: 'failed'; sentence: string; turn: number }
  /** A file that travels with the form; `url` shows it where it can be read. */
  | { type: 'choose'; name: string; url: string | null }
  | { type: 'clear' }

/** How a value shows before anything happened to it. */
export function imageState(value: ImageValue): ImageState {
  if (value === null || value === '') return { kind: 'empty' }
  if (typeof value === 'string')
    return { kind: 'chosen', name: nameOf(value), url: value, kept: value }
  if ('url' in value)
    return { kind: 'chosen', name: value.name, url: value.url, kept: value.path ?? value.url }
  return { kind: 'chosen', name: value.name, url: null, kept: '' }
}

export function imageAfter(state: ImageState, event: ImageEvent): ImageState {
  switch (event.type) {
    case 'upload':
      return { kind: 'loading', name: event.name, turn: event.turn, before: chosenIn(state) }
    case 'uploaded': {
      const { name, url, path } = event.image
      // Cleared, or another one chosen, before it arrived: nobody waits for it any more.
      return awaits(state, event.turn) ? { kind: 'chosen', name, url, kept: path } : state
    }
    case 'failed':
      return awaits(state, event.turn)
        ? { kind: 'failed', name: state.name, sentence: event.sentence, before: state.before }
        : state
    case 'choose':
      return { kind: 'chosen', name: event.name, url: event.url, kept: '' }
    // Of the choice in the form alone: nothing that is stored is deleted.
    case 'clear':
      return { kind: 'empty' }
  }
}

const awaits = (
  state: ImageState,
  turn: number,
): state is Extract<ImageState, { kind: 'loading' }> =>
  state.kind === 'loading' && state.turn === turn

/** The picture of the form: what is chosen, or was before an upload that is not through. */
function chosenIn(state: ImageState): Chosen | null {
  if (state.kind === 'chosen') return state
  return state.kind === 'empty' ? null : state.before
}

/** What the form posts. */
export const keptOf = (state: ImageState): string => chosenIn(state)?.kept ?? ''

/** What is seen: after an upload that failed, what was there before. */
export const shownOf = (state: ImageState): ImageState =>
  state.kind === 'failed' ? (state.before ?? state) : state

/** The last part of an address, as it was called. */
function nameOf(url: string): string {
  const last = url.split(/[?#]/, 1)[0]!.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** The types that can be stored; what they are is found by their content. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The pictures among what was dropped or pasted. */
export const picturesOf = (files: readonly File[]) =>
  files.filter(({ type }) => type.startsWith('image/'))
