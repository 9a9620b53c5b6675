### Pourquoi c’est impossible, et ce qui ne l’est pas : une phrase pour chaque code de refus du moteur.

## Un coup

refusal-game_over = Cette partie est finie ; lancez-en une autre quand vous voulez.
refusal-no_such_seat = Il n’y a pas de telle place à cette table ; le plateau montre qui joue.
refusal-no_move = C’est impossible ici ; choisissez un des coups proposés.
refusal-not_text = Un coup s’écrit avec des mots ; choisissez un de ceux qui sont proposés.
refusal-not_asked = On ne vous demande rien pour l’instant ; le plateau montre qui l’on attend.
refusal-not_this_one = Cela ne fait pas partie de vos choix du moment ; choisissez un des coups proposés.
refusal-not_in_this_game = Cette carte n’existe pas dans cette partie ; choisissez un des coups proposés.
refusal-not_now = Ce n’est pas le moment ; choisissez un des coups proposés.
refusal-not_held = Vous n’avez plus cette carte ; regardez de nouveau votre main.
refusal-to_no_effect = Cela ne ferait rien maintenant, vous la gardez donc ; choisissez autre chose ou passez.
refusal-not_this_way = Cela ne se joue pas ainsi ; choisissez un des coups proposés.
refusal-nobody = Personne ne peut faire cela maintenant ; choisissez autre chose ou passez.
refusal-not_aboard = Il faut être à bord pour cela ; à terre, attendez le prochain voyage ou jouez ce qui est ouvert à tout le monde.
refusal-not_aboard_the_ship = Il faut être à bord de l’aéronef pour cela, pendant l’étape de l’aéronef.
refusal-not_captain = Seul le capitaine peut faire cela ; votre tour à la barre viendra.
refusal-not_passenger = Seul un passager de l’aéronef peut faire cela : ni le capitaine, ni qui est en chaloupe ou à terre.
refusal-must_fly = Vous ne pouvez pas débarquer maintenant ; ce sera possible quand viendra votre tour de choisir, ou si vous commencez une étape en solitaire à la barre.
refusal-may_not_board = Vous ne pouvez pas monter dans la chaloupe maintenant ; un passager le peut à son tour de choisir, le capitaine avant d’affronter les évènements.
refusal-did_not_decide = Il faut avoir choisi de rester ou de débarquer pendant cette étape.
refusal-did_not_leave = Il faut avoir quitté l’aéronef pendant cette étape même.
refusal-not_your_treasure = C’est pour un trésor que vous allez prendre vous-même ; gardez la carte jusque-là.
refusal-cannot_steer = Seul le capitaine de l’aéronef peut viser Boscalumia, au début d’une étape à Barbadahl, tant que la cité est éteinte.
refusal-unknown_kind = Je ne connais pas ce coup ; choisissez un de ceux qui sont proposés.
refusal-unknown_word = Je ne comprends pas tout ; choisissez un des coups proposés.
refusal-too_many_words = C’est plus qu’il n’en faut pour ce coup ; retirez les derniers mots.
refusal-one_word_expected = Ce coup demande exactement un mot de plus, la carte ou le trésor dont il s’agit.
refusal-card_expected = Quelle carte ? Nommez-la, avec sa cible s’il en faut une : « play jetpack », ou « play spy on 2 ».
refusal-can_or_cannot_expected = À la barre, on dit l’un ou l’autre : « declare can » ou « declare cannot ».
refusal-treasure_expected = Quel trésor ? Nommez celui que vous voulez échanger, par exemple « exchange 4:7 ».
refusal-seat_expected = Quelle place ? Nommez celle qui doit recevoir le cadeau, par exemple « give 2 ».
refusal-wrong_form = Ce coup est illisible et rien ne s’est passé ; choisissez-le de nouveau.

## Les options d’une table

# $box : ce qui a été demandé.
refusal-unknown_box = Il n’y a pas de boîte « { $box } » ; choisissez dans la liste.
refusal-unknown_variant = Il n’y a pas de variante « { $variant } » ; choisissez Classique, Aventuriers débutants ou Équipage.
refusal-variant_alone = La variante { $variant } se joue avec la seule boîte de base : retirez { $boxes }, ou choisissez la variante Classique.
refusal-goal_out_of_range = Un objectif de { $goal } points, ce n’est pas possible ; choisissez de { $low } à { $high }.
refusal-beginner_has_no_goal = La variante Aventuriers débutants finit avec les trésors de cinq cités, sans objectif de { $goal } points ; retirez l’objectif, ou laissez-le à 50.
refusal-help_penalty_out_of_range = Un Coup de pouce resté en main coûte 2 points ou 4, pas { $help_penalty } ; choisissez l’un des deux.
refusal-characters_need_little_help = Les personnages viennent avec Coup de pouce ; ajoutez d’abord cette boîte.
refusal-unknown_character = Il n’y a pas de personnage « { $character } » ; choisissez une des six couleurs.
refusal-character_taken_twice = Chaque personnage ne se joue qu’une fois ; variez les couleurs au lieu de { $characters }.
refusal-seats_out_of_range = { $seats } places, ce n’est pas possible ; Celestia se joue de { $low } à { $high }.
refusal-crew_is_for_two = La variante Équipage se joue exactement à deux, pas à { $seats } ; changez de variante ou de nombre de places.
refusal-no_such_captain = Le premier capitaine doit être l’un des { $seats } à la table ; choisissez parmi eux.
refusal-one_character_each = À chacune des { $seats } places son personnage ; il n’en faut ni plus ni moins que de places.
refusal-wrong_type = L’option « { $option } » n’accepte pas cette valeur ; choisissez une de celles proposées.
refusal-seed_of_wrong_size = Une graine a { $expected } octets, écrits avec deux fois plus de chiffres hexadécimaux.
