# The errors of requests to a server, for all pages that send some.
problem-absent = Le serveur ne répond pas. Vérifiez votre connexion et réessayez.
problem-other = C’est impossible : { $message }
problem-unauthorized = Connectez-vous d’abord.
problem-forbidden = Vous n’avez pas le droit de faire cela.
problem-not-found = Introuvable.
problem-name-taken = Ce nom est pris ; choisissez-en un autre.
problem-bad-name = Ce nom ne convient pas : 3 à 20 lettres latines, chiffres, - ou _, en commençant par une lettre.
problem-bad-password = Ce mot de passe ne convient pas : prenez-en un plus long et moins courant.
problem-wrong-credentials = Nom ou mot de passe incorrect.
problem-gone = Quelqu’un d’autre a été plus rapide.
problem-damaged = Le journal de cette partie est endommagé. L’administrateur du serveur peut l’examiner.
problem-too-many = Trop de requêtes : attendez un instant.
problem-unavailable = Le serveur ne peut pas le faire maintenant ; réessayez dans un instant.
