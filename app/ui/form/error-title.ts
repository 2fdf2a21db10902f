/**
 * What comes before the title of a page whose form was refused: anyone who hears the title knows at
 * once.
 */
export const errorTitle = 'Error: '
