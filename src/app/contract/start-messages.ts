/** Text of the start page that the server sends before its code has loaded. */
export const startMessages = {
  welcome: (company: string) => `Welcome to ${company}`,
  welcomeLead: 'Find a doctor, hospital or clinic in our networks, close to where you are.',
} as const
