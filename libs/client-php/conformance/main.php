<?php

/** Plays the rows of libs/client/conformance/cases.json and prints the outcome of each as a line of JSON. */

declare(strict_types=1);

namespace Nameyard\Conformance;

use Nameyard\ApiError;
use Nameyard\CallOptions;
use Nameyard\Client;
use Nameyard\Json;
use Nameyard\Money;
use Nameyard\NameyardError;
use Nameyard\Response;
use Nameyard\Secret;
use Nameyard\SignatureError;
use Nameyard\Type;
use Nameyard\Webhooks;

require __DIR__ . '/../autoload.php';

/** These arguments of the table are the named arguments of a method. */
const SPREAD = ['changes', 'expected', 'settings'];

function camel(string $name): string
{
    return lcfirst(str_replace('_', '', ucwords($name, '_')));
}

/** Plays the steps of a row. */
final class Player
{
    /** @var array<string, mixed> */
    public array $saved = [];

    public function __construct(private readonly ?Client $client) {}

    /**
     * @param array<string, mixed> $step
     *
     * @return array<string, mixed>
     */
    public function play(array $step): array
    {
        $outcome = $this->outcomeOf($step);
        if (isset($step['save'])) {
            $this->saved[$step['save']] = $outcome['result'] ?? null;
        }

        return $outcome;
    }

    private function outcomeOf(array $step): array
    {
        $args = $this->resolve($step['args'] ?? []);
        $response = new Response();
        try {
            if ($this->client === null) {
                return ['result' => plain(Webhooks::unwrap($args['body'], $args['headers'], $args['secrets'], now: $args['now']))];
            }
            $names = array_map(camel(...), explode('.', $step['call']));
            $name = array_pop($names);
            $target = array_reduce($names, static fn(object $value, string $each): object => $value->{$each}, $this->client);
            $given = argumentsOf(new \ReflectionMethod($target, $name), $args);
            $result = $target->{$name}(...$given, options: optionsOf($step, $response));
            if ($result instanceof \Generator) {
                return ['result' => array_map(plain(...), iterator_to_array($result, false))];
            }
        } catch (NameyardError $error) {
            return ['error' => describe($error)];
        }

        return ['result' => plain($result), 'attempts' => $response->attempts, 'idempotency_key' => $response->idempotencyKey];
    }

    /** Replaces `$name.member` by what an earlier step has saved. */
    private function resolve(mixed $value): mixed
    {
        if (is_array($value)) {
            return array_map($this->resolve(...), $value);
        }
        if (!is_string($value) || !str_starts_with($value, '$')) {
            return $value;
        }

        return array_reduce(explode('.', substr($value, 1)), static fn(array $found, string $name): mixed => $found[$name], $this->saved);
    }
}

/** Returns the arguments with the types of the method. */
function argumentsOf(\ReflectionMethod $method, array $args): array
{
    foreach (SPREAD as $name) {
        $args = array_merge($args, $args[$name] ?? []);
        unset($args[$name]);
    }
    $given = [];
    foreach ($args as $key => $value) {
        $types = array_filter($method->getParameters(), static fn(\ReflectionParameter $each): bool => $each->name === camel($key));
        $type = trim((string) reset($types)->getType(), '?');
        $given[camel($key)] = is_subclass_of($type, Type::class) ? Json::decode($type, $value) : $value;
    }

    return $given;
}

function optionsOf(array $step, Response $response): CallOptions
{
    $options = $step['options'] ?? [];

    return new CallOptions(
        isset($options['timeout']) ? $options['timeout'] / 1_000 : null,
        $options['max_retries'] ?? null,
        $options['idempotency_key'] ?? null,
        $options['headers'] ?? [],
        $response,
    );
}

function describe(NameyardError $error): array
{
    $class = (new \ReflectionClass($error))->getShortName();
    $members = ['class' => $class, 'message' => $error->getMessage(), 'attempts' => $error->attempts, 'idempotency_key' => $error->idempotencyKey];
    if ($error instanceof SignatureError) {
        $members['reason'] = $error->reason;
    }
    if ($error instanceof ApiError) {
        $members += ['status' => $error->status, 'code' => $error->errorCode, 'request_id' => $error->requestId];
        $members += ['retryable' => $error->retryable, 'docs' => $error->docs, 'details' => plain($error->details)];
    }

    return $members;
}

/** Returns a typed value as JSON, with null for what is missing. */
function plain(mixed $value): mixed
{
    return match (true) {
        $value instanceof Money => $value->minorUnits / 100,
        $value instanceof Secret => $value->reveal(),
        $value instanceof \DateTimeInterface => Json::encode($value),
        $value instanceof Type => array_map(plain(...), $value->toJson()),
        is_array($value) => array_map(plain(...), $value),
        default => $value,
    };
}

function playRow(int $index, array $row, Client $parent): array
{
    if (str_starts_with($row['call'], 'webhooks.')) {
        return ['row' => $index, 'main' => [(new Player(null))->play($row)]];
    }
    if (isset($row['responses'])) {
        $client = new Client(getenv('NAMEYARD_STUB') . "/{$index}/api/v1", 'stub', 'ny_sandbox_stub');

        return ['row' => $index, 'main' => [(new Player($client))->play($row)]];
    }
    $world = $parent->control->worlds->create();
    $player = new Player(new Client(getenv('NAMEYARD_URL'), $world->tenant, $world->key));
    $before = array_map($player->play(...), $row['before'] ?? []);
    foreach ($row['faults'] ?? [] as $fault) {
        $player->play(['call' => 'control.faults.add', 'args' => $fault]);
    }
    $count = $row['parallel'] ?? 1;
    $main = $count === 1 ? [$player->play($row)] : parallel($count, static fn(): array => $player->play($row));
    $after = array_map($player->play(...), $row['after'] ?? []);
    $parent->control->worlds->end($world->tenant);

    return ['row' => $index, 'before' => $before, 'main' => $main, 'after' => $after, 'saved' => (object) $player->saved];
}

/** Returns what a function returns in several processes at once. */
function parallel(int $count, \Closure $run): array
{
    $children = [];
    for ($index = 0; $index < $count; $index++) {
        $file = tempnam(sys_get_temp_dir(), 'nameyard');
        $process = pcntl_fork();
        if ($process === 0) {
            file_put_contents($file, json_encode($run($index), JSON_THROW_ON_ERROR));
            exit(0);
        }
        $children[$process] = $file;
    }
    $results = [];
    foreach ($children as $process => $file) {
        pcntl_waitpid($process, $status);
        $results[] = json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
        unlink($file);
    }

    return $results;
}

$rows = json_decode(file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);
$parent = new Client(getenv('NAMEYARD_URL'), getenv('NAMEYARD_TENANT'), getenv('NAMEYARD_KEY'));
$workers = 8;
$played = parallel($workers, static function (int $worker) use ($rows, $parent, $workers): array {
    $played = [];
    for ($index = $worker; $index < count($rows); $index += $workers) {
        $played[] = playRow($index, $rows[$index], $parent);
    }

    return $played;
});
foreach (array_merge(...$played) as $row) {
    echo json_encode($row, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE), "\n";
}
