<?php

declare(strict_types=1);

namespace Nameyard\Testing;

use Nameyard\Secret;

/** @internal the server of a test run: that of NAMEYARD_URL, or one that keep-server.php starts and all workers share */
final class Server
{
    private static ?self $ofRun = null;

    private function __construct(public readonly string $baseUrl, public readonly string $tenant, public readonly Secret $key) {}

    public static function ofRun(): self
    {
        return self::$ofRun ??= self::given() ?? self::shared();
    }

    private static function given(): ?self
    {
        [$url, $tenant, $key] = array_map(static fn(string $name): string => (string) getenv("NAMEYARD_{$name}"), ['URL', 'TENANT', 'KEY']);
        if ($url !== '' && ($tenant === '' || $key === '')) {
            throw new \RuntimeException('NAMEYARD_URL requires NAMEYARD_TENANT and NAMEYARD_KEY');
        }

        return $url === '' ? null : new self(preg_replace('#/?(api/v1/?)?$#D', '', $url) . '/api/v1', $tenant, new Secret($key));
    }

    private static function shared(): self
    {
        // ParaTest sets TEST_TOKEN; the function exists in the process of an isolated test.
        $runner = getenv('TEST_TOKEN') !== false || function_exists('__phpunit_run_isolated_test') ? posix_getppid() : getmypid();
        $folder = sys_get_temp_dir() . '/nameyard-' . posix_geteuid();
        @mkdir($folder, 0o700);
        $lock = fileowner($folder) === posix_geteuid() ? fopen("{$folder}/{$runner}.lock", 'ce') : false;
        if ($lock === false || !flock($lock, LOCK_EX)) {
            throw new \RuntimeException("{$folder} cannot be used");
        }
        // A socket that a killed process has left refuses connections.
        $keeper = @stream_socket_client("unix://{$folder}/{$runner}.sock");
        $line = $keeper !== false ? fgets($keeper) : self::start((string) $runner, "{$folder}/{$runner}");
        fclose($lock);
        $ready = json_decode((string) $line, true);
        if (!is_array($ready) || !isset($ready['base_url'], $ready['tenant'], $ready['key'])) {
            throw new \RuntimeException($ready['error'] ?? 'the process that starts the server has failed');
        }

        return new self($ready['base_url'], $ready['tenant'], new Secret($ready['key']));
    }

    private static function start(string $runner, string $path): string|false
    {
        // No stream of the runner: its reader would wait until the server has stopped.
        $streams = [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']];
        $process = proc_open([PHP_BINARY, __DIR__ . '/scripts/keep-server.php', $runner, $path], $streams, $pipes);

        return $process === false ? false : fgets($pipes[1]);
    }
}
