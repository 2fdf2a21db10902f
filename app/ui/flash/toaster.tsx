import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useScripted } from '../use-scripted.ts'
import { Flash } from './flash-list.tsx'
import {
  type FlashMessage,
  leavesByItself,
  leavingMs,
  staysUntilDismissed,
  type Toast,
  toastMs,
  toastsOf,
  withToasts,
} from './toasts.ts'

/**
 * The messages of a page that runs scripts: they float over it, newest on top, gather while the
 * browser goes on without a new document, can be dismissed, and wait while someone reads them
 * (pointer or focus). Style: `flash`.
 */
export function Toaster(props: {
  requestId: string
  messages: readonly FlashMessage[]
  /** Changes with each navigation: what went wrong belongs to the page it went wrong on. */
  pageKey: string
}) {
  const { requestId, messages, pageKey } = props
  const [toasts, setToasts] = useState(() => toastsOf(requestId, messages))
  const message = useRef(new Set(toasts.map(({ id }) => id)))
  const [held, setHeld] = useState(false)
  const scripted = useScripted()
  const page = useRef(pageKey)

  useEffect(() => {
    const arrived = toastsOf(requestId, messages)
    const moved = page.current !== pageKey
    page.current = pageKey
    // React may make the state later, and twice: it is made from what was said before.
    const before = message.current
    message.current = new Set([...before, ...arrived.map(({ id }) => id)])
    setToasts((shown) => withToasts(moved ? shown.filter(leavesByItself) : shown, arrived, before))
  }, [requestId, messages, pageKey])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus hold the clock.
    <div
      className={scripted ? 'flashes toasts' : 'flashes'}
      aria-live={scripted ? 'polite' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <Floating
          key={toast.id}
          toast={toast}
          held={held}
          dismissible={scripted}
          onGone={() => setToasts((shown) => shown.filter(({ id }) => id !== toast.id))}
        />
      ))}
    </div>
  )
}

function Floating(props: {
  toast: Toast
  held: boolean
  dismissible: boolean
  onGone: () => void
}) {
  const { toast, held, dismissible, onGone } = props
  const [leaving, setLeaving] = useState(false)
  const left = useRef(toastMs)
  const gone = useRef(onGone)
  gone.current = onGone
  const waits = dismissible && leavesByItself(toast) && !held && !leaving

  useEffect(() => {
    if (!waits) return
    const since = performance.now()
    const waiting = setTimeout(() => setLeaving(true), left.current)
    return () => {
      clearTimeout(waiting)
      left.current -= performance.now() - since
    }
  }, [waits])

  useEffect(() => {
    if (!leaving) return
    const waiting = setTimeout(() => gone.current(), leavingMs)
    return () => clearTimeout(waiting)
  }, [leaving])

  return (
    <Flash
      {...toast}
      look={leaving ? ' leaving' : ''}
      announced={dismissible}
      stays={dismissible && !leavesByItself(toast) ? staysUntilDismissed : null}
    >
      {dismissible && (
        <button type="button" className="flash-close" onClick={() => setLeaving(true)}>
          <Icon name="cross" />
          <span className="vh">Dismiss</span>
        </button>
      )}
    </Flash>
  )
}
