import { type ClipboardEvent, type DragEvent, useId, useReducer, useRef, useState } from 'react'
import { FieldError, SavedMeanwhile } from '../form/field-frame.tsx'
import type { Field } from '../form/form-answer.ts'
import { Icon } from '../icon/icon.tsx'
import { useScripted } from '../use-scripted.ts'
import {
  type ImageState,
  type ImageValue,
  imageAfter,
  imagePrompts,
  imageState,
  imageTypes,
  keptOf,
  picturesOf,
  shownOf,
} from './image-choice.ts'
import { uploadImage } from './upload-image.ts'

type ImagePickerProps = {
  field: Field
  label: string
  hint?: string
  value: ImageValue
  /** Where it is stored. */
  bucket?: string
  /**
   * Stores a picture as soon as it is chosen, where scripts run; without it the file travels with
   * the form.
   */
  upload?: string | undefined
  /** Several at once, which then travel with the form. */
  multiple?: boolean
  required?: boolean
  disabled?: boolean
  /** The name of a file that is on its way already. */
  uploading?: string
}

/**
 * Chooses a picture. Posts what is kept under the field's name and a file under its name and
 * `File`; without scripts a box takes the picture away (`app/http/posted-picks.server.ts` reads
 * all three). The trash clears the choice in the form and deletes nothing. Its form needs
 * `encType="multipart/form-data"`. Style: `picker`.
 */
export function ImagePicker(props: ImagePickerProps) {
  const { field, label, hint, value, uploading } = props
  const [state, tell] = useReducer(imageAfter, value, (given) =>
    uploading
      ? imageAfter(imageState(null), { type: 'upload', name: uploading, turn: 0 })
      : imageState(given),
  )
  const scripted = useScripted()
  const Body = scripted ? LivePicture : PlainPicture
  return (
    <div
      className={field.errors || state.kind === 'failed' ? 'field picker wrong' : 'field picker'}
    >
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <p className="soft" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
      <SavedMeanwhile text={field.saved && 'another picture'} />
      {state.kind === 'failed' && (
        <p className="bad" role="alert">
          {state.sentence}
        </p>
      )}
      <input type="hidden" name={field.name} value={keptOf(state)} />
      <Body {...props} state={shownOf(state)} tell={tell} />
    </div>
  )
}

type BodyProps = ImagePickerProps & {
  state: ImageState
  tell: (event: Parameters<typeof imageAfter>[1]) => void
}

const inputProps = ({ field, hint, multiple, disabled }: ImagePickerProps) => ({
  id: field.id,
  name: `${field.name}File`,
  type: 'file',
  accept: imageTypes,
  multiple,
  disabled,
  'aria-invalid': field.errors ? true : undefined,
  'aria-describedby':
    [hint ? field.descriptionId : '', field.errors ? field.errorId : '']
      .filter(Boolean)
      .join(' ') || undefined,
})

function PlainPicture(props: BodyProps) {
  const { field, state, required, disabled } = props
  return (
    <div className="image-plain">
      <Preview state={state} />
      <div>
        <p className="soft">{state.kind === 'chosen' ? state.name : imagePrompts.none}</p>
        <input {...inputProps(props)} required={required && state.kind === 'empty'} />
        {state.kind === 'chosen' && (
          <label className="tick">
            <input type="checkbox" name={`${field.name}None`} disabled={disabled} />
            <span>Show no picture</span>
          </label>
        )}
      </div>
    </div>
  )
}

function LivePicture(props: BodyProps) {
  const { state, tell, upload, bucket = 'Images', multiple, required, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const turns = useRef(0)
  const [over, setOver] = useState(false)
  const wordsId = useId()

  const take = async (files: readonly File[]) => {
    const [file, ...more] = picturesOf(files)
    if (!file || disabled) return
    turns.current += 1
    const turn = turns.current
    if (more.length > 0 && multiple)
      return tell({ type: 'choose', name: `${files.length} images`, url: null })
    if (!upload) {
      const url = await readAsUrl(file)
      if (turn === turns.current) tell({ type: 'choose', name: file.name, url })
      return
    }
    tell({ type: 'upload', name: file.name, turn })
    const answer = await uploadImage(upload, file, bucket)
    // The stored picture is what the form posts; the file itself need not be sent again.
    if (input.current && turn === turns.current) input.current.value = ''
    tell(
      answer.ok
        ? { type: 'uploaded', image: answer.image, turn }
        : { type: 'failed', sentence: answer.sentence, turn },
    )
  }
  const receive = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    const files = picturesOf([...data.files])
    if (files.length === 0) return
    event.preventDefault()
    setOver(false)
    // Saved before it is stored, it travels with the form.
    if (input.current) {
      const carried = new DataTransfer()
      for (const file of multiple ? files : files.slice(0, 1)) carried.items.add(file)
      input.current.files = carried.files
    }
    void take(files)
  }
  const clear = () => {
    turns.current += 1
    if (input.current) input.current.value = ''
    tell({ type: 'clear' })
    input.current?.focus()
  }

  return (
    // Dropping and pasting are other ways into the file field in it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is nothing to press itself.
    <div
      className={over ? 'image-drop over' : 'image-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => receive(event, event.dataTransfer)}
      onPaste={(event) => receive(event, event.clipboardData)}
      aria-busy={state.kind === 'loading' || undefined}
    >
      <Preview state={state} />
      <label className="image-words">
        <b>{state.kind === 'chosen' ? 'Select another image' : imagePrompts.select}</b>
        <small id={wordsId} role="status">
          {stateWords(state)}
        </small>
        <input
          {...inputProps(props)}
          ref={input}
          className="vh"
          required={required && (state.kind === 'empty' || state.kind === 'failed')}
          onChange={(event) => void take([...(event.target.files ?? [])])}
        />
      </label>
      {state.kind !== 'empty' && !disabled && (
        <button type="button" className="picker-clear" onClick={clear}>
          <Icon name="trash" />
          <span className="vh">Clear {props.label.toLowerCase()}</span>
        </button>
      )}
    </div>
  )
}

function stateWords(state: ImageState): string {
  if (state.kind === 'empty') return imagePrompts.none
  return state.kind === 'loading' ? `${state.name} is being uploaded…` : state.name
}

function Preview({ state }: { state: ImageState }) {
  if (state.kind === 'chosen' && state.url)
    return <img className="image-preview" src={state.url} alt="" />
  return (
    <span className="image-preview" data-loading={state.kind === 'loading' || undefined}>
      <Icon name="picture" />
    </span>
  )
}

/** What a picture looks like before it is sent anywhere. */
function readAsUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
}
