export { Mailer, type MailResult } from './mailer.js';
