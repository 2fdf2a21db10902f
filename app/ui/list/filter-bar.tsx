import { Form, Link, useSubmit } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'

/**
 * While typing, the list follows this many milliseconds after the last key: each step is a request.
 */
const typingPause = 250

/**
 * The filters of a list: a GET form, so the address is the state. In a browser that runs scripts it
 * sends itself as soon as something is chosen, or when typing pauses; the button remains for
 * everyone.
 */
export function FilterBar({
  label,
  action,
  children,
}: {
  label: string
  action: string
  children: ReactNode
}) {
  const submit = useSubmit()
  const waiting = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(waiting.current), [])

  function follow(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const typing = (event.target as HTMLElement).matches(
      '[type=search], [type=text], [type=number]',
    )
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => submit(form, { replace: true }), typing ? typingPause : 0)
  }

  return (
    <Form className="filters" action={action} aria-label={label} onInput={follow}>
      {children}
      <button type="submit" className="button quiet apply">
        Show
      </button>
    </Form>
  )
}

/** The field that searches a list. */
export function SearchFilter({
  name = 'q',
  label,
  value,
}: {
  name?: string
  label: string
  value: string
}) {
  return (
    <label className="search">
      <Icon name="search" />
      <span className="vh">{label}</span>
      <input
        type="search"
        name={name}
        placeholder={label}
        defaultValue={value}
        maxLength={80}
        autoComplete="off"
      />
    </label>
  )
}

/** A choice that narrows a list; the first option does not. */
export function SelectFilter(props: {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}) {
  const { name, label, value, options } = props
  return (
    <label className={value ? 'narrow on' : 'narrow'}>
      <span className="vh">{label}</span>
      <select name={name} defaultValue={value}>
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A day that bounds a list. */
export function DayFilter({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className={value ? 'narrow day on' : 'narrow day'}>
      {label} <input type="date" name={name} defaultValue={value} />
    </label>
  )
}

/** A yes or no that narrows a list. */
export function CheckFilter({
  name,
  label,
  checked,
}: {
  name: string
  label: string
  checked: boolean
}) {
  return (
    <label className={checked ? 'narrow tick on' : 'narrow tick'}>
      <input type="checkbox" name={name} value="1" defaultChecked={checked} />
      {label}
    </label>
  )
}

/** The main views of a list, as links with their counts where they are known. */
export function ViewChips({
  views,
}: {
  views: readonly { name: string; path: string; current: boolean; count?: string | undefined }[]
}) {
  return (
    <ul className="views">
      {views.map(({ name, path, current, count }) => (
        <li key={name}>
          <Link to={path} aria-current={current ? 'true' : undefined}>
            {name}
            {count !== undefined && <span>{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
