/** What a route file says about its page in `export const handle`. */
export type PageHandle = {
  /**
   * Component style files (`app/styles/components/<name>.css`) that the page uses beside tokens and
   * base; of a frame around many pages perhaps by the page's address.
   */
  styles?: readonly string[] | ((pathname: string) => readonly string[])
  /** The page's bytes are counted: its head says no more than its title and what it is. */
  lean?: boolean
  /** Classes of the styles it shares that it never has: it does not carry their rules. */
  spares?: readonly string[]
  /** The page is taken over by React in the browser. Core member pages never are. */
  hydrate?: boolean
  /**
   * Any site may show the page in a frame; it stands without the studio's shell and knows no
   * viewer.
   */
  framable?: boolean
  /** The page stands without the studio's shell: a tablet at the door leads nowhere else. */
  bare?: boolean
  /**
   * The page is given what its loader answers as it is, and not a copy of it as JSON. For pages
   * without scripts whose parts change nothing of it and ask no key whether it is there.
   */
  direct?: boolean
  /** An act that answers a script with data; any other has what it refuses drawn as a page. */
  answersData?: boolean
}
