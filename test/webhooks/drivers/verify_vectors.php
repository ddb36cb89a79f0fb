<?php

/** Prints what verify.php makes of each vector: php verify_vectors.php FOLDER, which has verify.php and vectors.json. */

declare(strict_types=1);

use Nameyard\Webhooks\VerificationFailed;

use function Nameyard\Webhooks\verify;

error_reporting(E_ALL);
set_error_handler(fn (int $level, string $message) => throw new ErrorException($message, 0, $level));

require $argv[1] . '/verify.php';

function outcome(array $vector): string
{
    try {
        $event = verify($vector['secrets'], $vector['headers'], $vector['body'], $vector['now']);

        return array_diff_key($event, ['id' => true]) === json_decode($vector['body'], true) ? 'ok' : 'another event';
    } catch (VerificationFailed $failure) {
        return $failure->reason->value;
    } catch (InvalidArgumentException) {
        return 'invalid_secret';
    }
}

$vectors = json_decode(file_get_contents($argv[1] . '/vectors.json'), true, flags: JSON_THROW_ON_ERROR);
echo json_encode(array_map(outcome(...), $vectors), JSON_THROW_ON_ERROR);
