/** Made by vite.config.ts: the address of the script that reads sessions out of links. */
declare module 'virtual:session-link' {
  const src: string
  export default src
}

/** The address of the script that turns push messages on. */
declare module 'virtual:push' {
  const src: string
  export default src
}

/** The address of the script of teach mode. */
declare module 'virtual:teach' {
  const src: string
  export default src
}

/** The address of the script of a video's page. */
declare module 'virtual:watch' {
  const src: string
  export default src
}
