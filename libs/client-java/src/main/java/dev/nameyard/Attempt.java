package dev.nameyard;

/**
 * An attempt of a call, for hooks.
 *
 * @param number 1 for the first attempt
 * @param status status of the response; 0 before it, and if there was none
 * @param error the failure of the attempt, or null
 */
public record Attempt(String method, String url, int number, int status, NameyardException error) {}
