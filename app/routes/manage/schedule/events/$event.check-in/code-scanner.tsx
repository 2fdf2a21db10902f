import { useEffect, useRef, useState } from 'react'
import { FieldError } from '#app/ui/form/field-frame.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { useScripted } from '#app/ui/use-scripted.ts'

/**
 * What a browser offers that can read codes by camera; others have the field, into which a hand
 * scanner types.
 */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type WithDetector = { BarcodeDetector?: new (options: { formats: string[] }) => Detector }

const eachMilliseconds = 250

/** The field of a ticket's code; where the browser can, a camera fills it in and sends the form. */
export function CodeScanner({ field: asked }: { field: Field }) {
  const scripted = useScripted()
  const [watching, setWatching] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const able = scripted && 'BarcodeDetector' in globalThis && !!navigator.mediaDevices

  useEffect(() => {
    if (!watching) return
    const Found = (globalThis as WithDetector).BarcodeDetector
    if (!Found) return
    const detector = new Found({ formats: ['qr_code'] })
    let stream: MediaStream | undefined
    let over = false
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      const [code] = video.current ? await detector.detect(video.current).catch(() => []) : []
      if (over) return
      if (code && field.current) {
        field.current.value = code.rawValue
        setWatching(false)
        field.current.form?.requestSubmit()
        return
      }
      timer = setTimeout(look, eachMilliseconds)
    }
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (given) => {
        stream = given
        if (over || !video.current) return
        video.current.srcObject = given
        await video.current.play()
        await look()
      })
      .catch(() => setWatching(false))
    return () => {
      over = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [watching])

  return (
    <>
      <div className={asked.errors ? 'field wrong' : 'field'}>
        <label htmlFor={asked.id}>Ticket code</label>
        <FieldError field={asked} />
        <p className="soft" id="code-hint">
          Scan it, or enter the 12 letters below the picture.
        </p>
        <input
          id={asked.id}
          ref={field}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby="code-hint"
          // One guest after another: a scanner types into the field that has the focus.
          // biome-ignore lint/a11y/noAutofocus: it must be this field.
          autoFocus
          required={asked.required}
        />
      </div>
      {able && (
        <div className="field">
          <button type="button" className="button" onClick={() => setWatching(!watching)}>
            {watching ? 'Stop the camera' : 'Scan with the camera'}
          </button>
          {watching && <video ref={video} muted playsInline aria-label="Camera view" />}
        </div>
      )}
    </>
  )
}
