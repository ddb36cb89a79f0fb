/** The text without API keys and webhook secrets, which responses, commands, and the output of a shop can contain. */
export const hideSecrets = (text: string): string => text.replaceAll(/\b(ny_sandbox_|ny_live_|whsec_)[\w+/=]+/g, '$1…');
