import { createContext, useContext } from 'react'

/**
 * What a page has of inline styles and scripts, told by the components that write them while it is
 * rendered on the server. The policy allows these and nothing it would find in the markup: what got
 * in there by another way must not run.
 */
export type InlineSources = {
  styles: string[]
  /** The page brings scripts of ours. */
  usesScripts: boolean
  /** The page may bring scripts; one that is not there brings none, whatever is around it. */
  mayHydrate: boolean
  /**
   * Marks the script elements that the framework writes for us; random, and gone from the markup
   * before it is sent.
   */
  scriptMark: string
  /** A component's style file, for a part that few pages show and that brings its own. */
  partOf: (name: string) => string
}

/** Null in the browser, where the policy has long been said. */
export const OwnInline = createContext<InlineSources | null>(null)

/** Whether a page that `hydrates` brings what the browser takes it over with. */
export function useHydrates(hydrates: boolean): boolean {
  const sources = useContext(OwnInline)
  return hydrates && (sources?.mayHydrate ?? true)
}

/** Says that the page uses scripts of ours; answers the mark for the framework's inline ones. */
export function useOwnScripts(): string | undefined {
  const sources = useContext(OwnInline)
  if (sources) sources.usesScripts = true
  return sources?.scriptMark
}
